"""Figures of lightsweep result files: a folder per paper, whose table FIGURES has a row for each of its figures.

command.py   the command line, and the figures of all papers
answer.py    reconfigure or not: speed-up over the best that never does, best algorithm and scheduler
seal.py      checksums of a result file, checked before it is opened
results.py   a result file: attributes, grids, studies, the lists of a group; exit codes
delay_panels.py  times over message size and delay, and how they are sorted into pages
arrays.py    columns of a result by the names of their axes, quotients, titles
page.py      what all pages share: colours, ticks with units, labels of panels, the small print
maps.py      pages of heat maps on axes of any kind; hatching where there is no value
states.py    what decisions stand for, step by step
"""
