"""Synthesises every app below apps/ into folders of its own: python synth.py FOLDER. Three examples' names follow their stages."""
import importlib.util
import pathlib
import sys

from cdk8s import App

APPS = pathlib.Path(__file__).parent / "apps"


def main(out: pathlib.Path) -> None:
    for file in sorted(APPS.glob("*.py")):
        spec = importlib.util.spec_from_file_location(file.stem, file)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        folder = out / file.stem.replace("_", "-")
        stages = getattr(module, "STAGES", None)
        for stage in range(1, stages + 1) if stages else [None]:
            app = App(outdir=str(folder if stage is None else folder / f"stage-{stage}"))
            module.build(app) if stage is None else module.build(app, stage)
            app.synth()
            print(f"written {folder.name}{'' if stage is None else f'/stage-{stage}'}", flush=True)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
