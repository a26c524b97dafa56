class Solution:
    def rotate(self, values: List[int], k: int) -> List[int]:
        d = deque(values)
        d.rotate(k)
        return list(d)
