import unittest

from cdk8s import App

from first_group import build

app = App()
build(app)
objects = [each for chart in app.charts for each in chart.to_json()]
groups = [each for each in objects if each["kind"] == "StatefulSet"]


class FirstGroup(unittest.TestCase):
    def test_names_stay(self) -> None:
        """Under another name the pods start anew, with empty volumes."""
        self.assertEqual([group["metadata"]["name"] for group in groups], ["llama405-0-leader", "llama405-0-worker"])

    def test_the_group_has_the_gpus_that_the_model_is_cut_for(self) -> None:
        pods = [(group["spec"]["replicas"], group["spec"]["template"]["spec"]["containers"][0]) for group in groups]
        self.assertEqual(sum(replicas * int(container["resources"]["limits"]["nvidia.com/gpu"]) for replicas, container in pods), 16)


if __name__ == "__main__":
    unittest.main()
