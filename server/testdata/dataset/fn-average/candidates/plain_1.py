class Solution:
    def average(self, values: List[int]) -> int:
        total = 0
        for v in values:
            total += v
        mean = total / len(values)
        return int(round(mean, 0))
