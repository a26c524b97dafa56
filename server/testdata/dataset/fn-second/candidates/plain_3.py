class Solution:
    def second(self, values):
        if len(values) < 2:
            return values[0]
        largest, runner_up = max(values[0], values[1]), min(values[0], values[1])
        for value in values[2:]:
            if value >= largest:
                largest, runner_up = value, largest
            elif value > runner_up:
                runner_up = value
        return runner_up
