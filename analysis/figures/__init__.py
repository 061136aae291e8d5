"""Figures of lightsweep result files: one more figure is one sweep file and one plot function.

seal.py      checksums of a result file, checked before it is opened
results.py   panels of a result file: times over message size and delay, by name of axis
speedup.py   heat maps of speedups (figures 1 and 2 of Addanki et al.)
winners.py   who wins where
page.py      what all pages share: colours, ticks with units, labels of panels, the small print
command.py   the command line and the table of figures
"""
