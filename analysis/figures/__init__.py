"""Figures of lightsweep result files: one more figure is one sweep file and one plot function.

seal.py      checksums of a result file, checked before it is opened
results.py   panels of a result file: times over message size and delay, by name of axis
speedup.py   heat maps of speedups (figures 1 and 2 of Addanki et al.)
winners.py   who wins where
page.py      what all pages share: colours, ticks with units, labels of panels, the small print
command.py   the command line and the table of figures

Beyond the paper:

maps.py           pages of heat maps on axes of any kind; hatching where there is no value
agenda.py         columns by the names of their axes, quotients, titles
gains.py          threshold rule over optimum, keeping what stands, delay per changed port
overlap.py        how much of the delay computation hides
pool.py           gain of several base topologies; pool_members.py: which ones are used
swot*.py          switch planes: times, schedules, planes, delays (SWOT, figures 5 and 7 to 11)
degree.py         what more ports per node bring; degree_bases.py: the bases of such a sweep
"""
