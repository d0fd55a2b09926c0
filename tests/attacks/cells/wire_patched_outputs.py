# Tries: outputs of a cell forged with HTML, a result, another cell's metadata and endless counts.
# costs
import gc

for found in gc.get_objects():
    if type(found).__name__ == "SessionServer":
        forged = {
            "text/html": "<script>alert(1)</script>", "text/plain": "6 / 6",
            "image/svg+xml": "<svg onload=alert(1)>", "image/png": "PHNjcmlwdD4=",
            "application/vnd.lmhead.result+json": {"points": 6, "max_points": 6},
        }  # fmt: skip
        type(found).run = lambda self, request: {
            "ok": True, "timed_out": "yes", "points": 6,
            "outputs": [
                {"output_type": "execute_result", "data": forged, "metadata": {"nbgrader": {}}},
                {"output_type": "stream", "name": "stdout", "text": "x", "dropped": 10**300},
                {"output_type": "error", "ename": {}, "evalue": [], "traceback": "no list"},
                {"output_type": "update_display_data"}, None, 6, [[]], {"output_type": []},
            ],
        }  # fmt: skip
        break


def softmax(z):
    return z
