class Solution:
    def second(self, values: List[int]) -> int:
        m = max(values)
        return max((v for v in values if v != m), default=m)
