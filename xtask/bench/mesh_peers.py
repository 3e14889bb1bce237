"""Mass properties of a mesh file by others: trimesh.

The first line of the standard input is not used; each further line `PEER FILE` is answered with one line
{"seconds", "volume", "triangles"}. The time is that of reading the file, corners made one, and of volume, centre and inertia.
"""

import json
import sys
import time

import trimesh


def main():
    sys.stdin.readline()
    for line in sys.stdin:
        _, path = line.rstrip("\n").split(" ", 1)
        start = time.perf_counter()
        mesh = trimesh.load_mesh(path)
        properties = mesh.mass_properties
        seconds = time.perf_counter() - start
        answer = {"seconds": seconds, "volume": float(properties["volume"]), "triangles": len(mesh.faces)}
        print(json.dumps(answer), flush=True)


main()
