"""Contacts of a wall by others: the interfaces of compas_assembly.

The first line of the standard input holds the walls, {name: [{center, size} of each box, ...]}; each further line
`PEER WALL` is answered with one line {"seconds", "count": interfaces}. The time is that of finding them; the assembly is
made before.
"""

import json
import sys
import time

from compas.geometry import Box, Frame
from compas_assembly.algorithms import assembly_interfaces
from compas_assembly.datastructures import Assembly, Block


def assembly_of(boxes):
    assembly = Assembly()
    for box in boxes:
        shape = Box(*box["size"], frame=Frame(box["center"], [1, 0, 0], [0, 1, 0]))
        assembly.add_block(Block.from_shape(shape))
    return assembly


def main():
    walls = json.loads(sys.stdin.readline())
    for line in sys.stdin:
        _, wall = line.split()
        assembly = assembly_of(walls[wall])
        start = time.perf_counter()
        # Least area of an interface: the smallest common face here is 0.01 m2.
        assembly_interfaces(assembly, nmax=10, tmax=1e-6, amin=1e-4)
        seconds = time.perf_counter() - start
        count = sum(1 for _ in assembly.interfaces())
        print(json.dumps({"seconds": seconds, "count": count}), flush=True)


main()
