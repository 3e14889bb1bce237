"""Assemblies made and written by compas_assembly: an arch, an arch too thin, a wall.

The supports are flagged as the package does, and the interfaces are found by the package too, so that the files are what a user
of COMPAS has.
"""

import compas
from compas.geometry import Box, Frame
from compas_assembly.algorithms import assembly_interfaces
from compas_assembly.datastructures import Assembly, Block
from compas_assembly.geometry import Arch


def written(assembly, supports, name):
    for node in assembly.graph.nodes():
        assembly.graph.node_attribute(node, "is_support", node in supports)
    assembly_interfaces(assembly, nmax=10, tmax=1e-3, amin=1e-4)
    compas.json_dump(assembly, name + ".json", minimal=True)
    print(name, assembly.graph.number_of_nodes(), "blocks,", assembly.graph.number_of_edges(), "interfaces")


def arch(thickness, name):
    blocks = Assembly.from_template(Arch(rise=5, span=10, thickness=thickness, depth=0.5, n=16))
    written(blocks, {0, 15}, name)


def wall(courses, bricks, name):
    assembly = Assembly(name=name)
    length, depth, height = 0.24, 0.12, 0.07
    supports = set()
    for course in range(courses):
        offset = 0.5 * length * (course % 2)
        for brick in range(bricks):
            frame = Frame([offset + brick * length, 0, (course + 0.5) * height], [1, 0, 0], [0, 1, 0])
            node = assembly.add_block(Block.from_shape(Box(length, depth, height, frame=frame)))
            if course == 0:
                supports.add(node)
    written(assembly, supports, name)


arch(0.8, "arch")
arch(0.3, "thin_arch")
wall(4, 4, "wall")
