import sys


def last_layer(graph, source):
    """A vertex of the last layer of the search from source, and the number of that layer."""
    seen = bytearray(len(graph))
    seen[source] = 1
    layer, number = [source], 0
    while True:
        below = []
        for v in layer:
            for w in graph[v]:
                if not seen[w]:
                    seen[w] = 1
                    below.append(w)
        if not below:
            return layer[0], number
        layer = below
        number += 1


def main():
    data = list(map(int, sys.stdin.buffer.read().split()))
    graph = [[] for _ in range(data[0] + 1)]
    for u, v in zip(data[1::2], data[2::2]):
        graph[u].append(v)
        graph[v].append(u)
    end, _ = last_layer(graph, 1)
    print(last_layer(graph, end)[1])


main()
