import { Api } from './assembly';
import { construction, InLanguages, methodCall, staticCall, structIn } from './languages';
import { table } from './text';

const LIBRARY = 'cdk8s-ai-workloads';

/** How names are written in each language, with calls that the library has. */
export function languagesPage(api: Api): string {
  const type = (name: string) => {
    const found = api.find(`${LIBRARY}.${name}`);
    if (!found) {
      throw new Error(`the page of languages shows ${name}, which is gone: choose another in build-tools/reference/languages-page.ts`);
    }
    return found;
  };
  const method = (owner: string, name: string) => {
    const found = type(owner).methods?.find(each => each.name === name);
    if (!found) {
      throw new Error(`the page of languages shows ${owner}.${name}, which is gone: choose another in build-tools/reference/languages-page.ts`);
    }
    return found;
  };
  const row = (what: string, { typescript, python, java, go }: InLanguages) => [what, ...[typescript, python, java, go].map(each => `\`${each}\``)];
  return `${[
    '<!-- Written by `npx projen docgen`, from the docstrings of src. -->',
    '# Names in each language',
    'The library is one program; [jsii](https://aws.github.io/jsii/) gives it to each language under names that are usual there. What stands on a page of the reference is written so:',
    table(['', 'TypeScript', 'Python', 'Java', 'Go'], [
      ['package', '`cdk8s-ai-workloads`', '`cdk8s_ai_workloads`', '`io.github.cdk8sai.workloads`', '`ai ".../cdk8saiworkloads"`'],
      row('a construct', construction(api, type('Sweep'))),
      row('a static method', staticCall(api, type('Accelerator'), method('Accelerator', 'nvidia'))),
      row('with a struct', staticCall(api, type('Memory'), method('Memory', 'derived'))),
      row('a struct in a list', structIn(api, type('PodClaim'))),
      ['an enum', ...['TimeSlice.SHORT', 'TimeSlice.SHORT', 'TimeSlice.SHORT', 'ai.TimeSlice_SHORT'].map(each => `\`${each}\``)],
      ['a property that is read', '`sweep.jobName`', '`sweep.job_name`', '`sweep.getJobName()`', '`sweep.JobName()`'],
      row('a method', methodCall(api, type('Sweep'), method('Sweep', 'explain'))),
      ['a number', '`2`', '`2`', '`2`', '`jsii.Number(2)`'],
      ['text', "`'64Gi'`", '`"64Gi"`', '`"64Gi"`', '`jsii.String("64Gi")`'],
      ['a list of text', "`['a']`", '`["a"]`', '`List.of("a")`', '`jsii.Strings("a")`'],
      ['a map of text', "`{ key: 'a' }`", '`{"key": "a"}`', '`Map.of("key", "a")`', '`&map[string]*string{"key": jsii.String("a")}`'],
    ]),
    [
      '- Names of parameters stand for values of the language. Only what must be given is shown; in Go an argument that is left out is `nil`.',
      '- Messages name properties as TypeScript does: `loadBandwidth` is `load_bandwidth` in Python and `LoadBandwidth` in Go. Tables of the reference have the name of Python below, where it is another one.',
      '- In Python the struct of a call is keywords: `Memory.derived(weights=weights)`. A struct in a list or a map is its class, never a dict, whose keys would be lost ([Python](../python.md)).',
      '- In Java a construct has a builder, `Sweep.Builder.create(scope, "id")`, and a struct another one, `PodClaim.builder()`; both end in `build()`.',
      '- In Go a pointer is taken of every value: `jsii.Number`, `jsii.String`, `jsii.Bool` ([Go](../go.md)).',
    ].join('\n'),
  ].join('\n\n')}\n`;
}
