"""One result file as one HTML page: what goes into the page, and the page itself."""
