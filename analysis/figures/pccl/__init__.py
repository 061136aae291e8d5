"""PCCL: algorithms on fixed topologies beside topologies chosen per round; training, meshes, fibres, a rack."""
from . import alltoall, breakdown, buffers, circuits, portfolio, rack, sizes, training

FIGURES = {
    "pccl-sizes": (sizes.draw, "speed of reduce-scatters over the buffer (sweeps/pccl/reduce_scatter.toml)"),
    "pccl-breakdown": (breakdown.draw, "what their times are made of (sweeps/pccl/reduce_scatter.toml)"),
    "pccl-alltoall": (alltoall.draw, "all-to-alls on all topologies (sweeps/pccl/alltoall.toml)"),
    "pccl-buffers": (buffers.draw, "buffers that training adds up (sweeps/pccl/training.toml)"),
    "pccl-training": (training.draw, "training throughput over GPUs (sweeps/pccl/training.toml)"),
    "pccl-mesh": (circuits.draw_mesh, "time of routes through meshes (sweeps/pccl/circuits.toml)"),
    "pccl-fibres": (circuits.draw_fibres, "fibres for random circuits (sweeps/pccl/circuits.toml)"),
    "pccl-portfolio": (portfolio.draw, "which algorithm wins where (sweeps/pccl/portfolio.toml)"),
    "pccl-rack": (rack.draw, "whether circuits fit a rack (sweeps/pccl/rack.toml)"),
}
