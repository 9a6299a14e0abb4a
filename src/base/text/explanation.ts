/**
 * What `explain()` prints: the plan with its sums, what was chosen and why, what follows from it, and what these objects cannot do.
 */
export class Explanation {
  private readonly sections: { readonly title: string; readonly rows: { readonly topic: string; readonly text: string }[] }[] = [];

  constructor(private readonly heading: string) {}

  /** A number with the sum that produced it. */
  public sum(topic: string, text: string): this {
    return this.add('plan', topic, text);
  }

  /** A choice with its reason. */
  public choice(topic: string, text: string): this {
    return this.add('chosen', topic, text);
  }

  /** What happens with this very configuration when something goes wrong or is changed, with the times summed. */
  public consequence(topic: string, text: string): this {
    return this.add('then', topic, text);
  }

  /** What objects of this kind cannot do whatever the configuration, and what can. */
  public limit(topic: string, text: string): this {
    return this.add('cannot', topic, text);
  }

  /** A step for the operator: a command, a field to ignore, an alert. */
  public operate(topic: string, text: string): this {
    return this.add('operate', topic, text);
  }

  public toString(): string {
    const width = largest(this.sections.flatMap(section => section.rows.map(row => row.topic.length)));
    const lines = this.sections.flatMap(section => [
      `${section.title}:`,
      ...section.rows.flatMap(row => row.text.split('\n').map((line, index) => `  ${(index === 0 ? row.topic : '').padEnd(width)}  ${line}`)),
    ]);
    return [this.heading, ...lines].join('\n');
  }

  private add(title: string, topic: string, text: string): this {
    let section = this.sections.find(each => each.title === title);
    if (!section) {
      section = { title, rows: [] };
      this.sections.push(section);
    }
    section.rows.push({ topic, text });
    return this;
  }
}

/** Rows of cells below each other. */
export function alignedRows(rows: readonly (readonly string[])[]): string {
  const widths = rows[0].map((_, column) => largest(rows.map(row => row[column].length)));
  return rows.map(row => row.map((cell, column) => cell.padEnd(widths[column])).join('  ').trimEnd()).join('\n');
}

/** The largest of any number of figures, 0 of none: as arguments of one call they would end at some 120,000. */
export function largest(figures: readonly number[]): number {
  return figures.reduce((most, each) => Math.max(most, each), 0);
}
