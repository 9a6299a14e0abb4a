import { App } from 'cdk8s';
import { allApps, ExampleApp } from '../../../build-tools/examples';
import { KubernetesVersion, Target } from '../../../src';
import { MEASURED_MINORS, Minor } from '../../harness/api-server';
import { synthesise } from '../../harness/cluster';
import { Manifest } from '../../harness/manifest';

/** The charts of an app as they are, each with the minor that it is written for. */
export function asWritten({ build }: ExampleApp): { readonly minor: Minor; readonly objects: Manifest[] }[] {
  const app = new App();
  build(app);
  return app.charts.map(chart => ({ minor: (Target._definedFor(chart)?.kubernetes ?? DEFAULT) as Minor, objects: chart.toJson() as Manifest[] }));
}

/** The same app with another minor in each of its targets, and with a target where it has none. */
export function writtenFor(example: ExampleApp, minor: Minor): Manifest[] {
  const kubernetes = minor as KubernetesVersion;
  const isComplete = !takesDefault(example);
  return withTargets(props => ({ ...props, kubernetes }), () => synthesise(app => {
    if (!isComplete) {
      Target.define(app, {});
    }
    example.build(app);
  }));
}

/** From a minor on: what is written for one must be taken by the ones after it. */
export function andNewer(minor: Minor): Minor[] {
  return MEASURED_MINORS.filter(each => each >= minor);
}

export const EXAMPLES: readonly ExampleApp[] = allApps();

const DEFAULT = KubernetesVersion.V1_36;

type Props = Parameters<typeof Target.define>[1];

/** Runs work while `Target.define` takes other properties than it is given. */
function withTargets<T>(change: (props: Props) => Props, work: () => T): T {
  const define = Target.define.bind(Target);
  const spy = jest.spyOn(Target, 'define').mockImplementation((scope, props) => define(scope, change(props)));
  try {
    return work();
  } finally {
    spy.mockRestore();
  }
}

/** Whether something in an app is written for the library's default target. */
function takesDefault({ build }: ExampleApp): boolean {
  const app = new App();
  build(app);
  return Target._readerOfDefault(app) !== undefined;
}
