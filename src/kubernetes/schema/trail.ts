/** Marks the next step as the key of a map. */
const KEY = Symbol('key');

/** The path of a walk through an object, made into text only when something is reported. */
export class Trail {
  private readonly steps: (string | number | symbol)[] = [];

  public enter(step: string | number): void {
    this.steps.push(step);
  }

  public enterKey(key: string): void {
    this.steps.push(KEY, key);
  }

  public leave(): void {
    this.steps.pop();
    if (this.steps.at(-1) === KEY) {
      this.steps.pop();
    }
  }

  /** `spec.containers[0].resources.limits[nvidia.com/gpu]`. */
  public toString(): string {
    let text = '';
    for (let index = 0; index < this.steps.length; index++) {
      const step = this.steps[index];
      if (step === KEY) {
        index++;
        text += `[${String(this.steps[index])}]`;
      } else if (typeof step === 'number') {
        text += `[${step}]`;
      } else {
        text += text === '' ? String(step) : `.${String(step)}`;
      }
    }
    return text;
  }
}
