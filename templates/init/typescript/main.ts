import { App } from 'cdk8s';
import { build } from './first-group';

const app = new App();
build(app);
app.synth();
