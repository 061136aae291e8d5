"""Figures of lightsweep result files: a folder per paper, whose table FIGURES has a row for each of its figures.

command.py       the command line, and the figures of all papers
answer.py        reconfigure or not: speed-up over the best that never does, best algorithm and scheduler
delay_panels.py  times over message size and delay, and how they are sorted into pages

The package lightsweep reads files and has what all pictures share: page.py, maps.py, arrays.py.
"""
