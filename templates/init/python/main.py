from cdk8s import App

from first_group import build

app = App()
build(app)
app.synth()
