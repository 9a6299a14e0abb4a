import { IConstruct } from 'constructs';

/** Apps that are validated and being rendered. A chart that renders itself has cdk8s validate all of them once more. */
const rendering = new WeakSet<IConstruct>();

export function whileRendering<Result>(app: IConstruct, render: () => Result): Result {
  rendering.add(app);
  try {
    return render();
  } finally {
    rendering.delete(app);
  }
}

/** Whether an app has been validated in the synth that is running. */
export function isRendering(app: IConstruct): boolean {
  return rendering.has(app);
}
