import { GALLERY } from './gallery';

interface Item {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: readonly Item[];
}

const item = (text: string, link: string): Item => ({ text, link: `/${link}` });
const group = (text: string, items: readonly Item[], collapsed?: boolean): Item => ({ text, items, ...(collapsed !== undefined && { collapsed }) });

/** A folder's pages by their titles. */
type Titles = (folder: string) => readonly (readonly [title: string, link: string])[];

/** What the site leads to: to learn by doing, to get a task done, to look up, to understand. */
export function navigation(titles: Titles): { readonly nav: readonly Item[]; readonly sidebar: readonly Item[] } {
  const folder = (name: string) => titles(name).map(([title, link]) => item(title, link));
  return {
    nav: [item('Tutorial', 'tutorial'), item('Gallery', 'gallery/'), item('Reference', 'reference/'), item('Findings', 'rules/'), item('Compared', 'compared')],
    sidebar: [
      group('Tutorial', [item('From nothing to a group', 'tutorial'), item('Overview', 'overview'), item('Gallery of examples', 'gallery/')]),
      group('How to', [
        group('Serve, train, store', folder('patterns'), true),
        group('Put something around a workload', [item('All of them', 'surroundings/'), ...folder('surroundings')], true),
        item('Choose an engine', 'engines'), item('Ask for devices', 'devices'), item('Join pods by RDMA', 'network'), item('Shape the pods', 'pod-layer'),
        item('Number pods', 'numbering'), item('Observe and alert', 'observability'), item('Say what the cluster is', 'target'),
        item('Check any YAML', 'command-line'), item('Explain a folder', 'explain'), item('Review a change', 'changes'),
        item('Begin a project', 'init'), item('Take over what runs', 'adopt'), item('Test an app', 'testing-your-app'),
        item('CI, pre-commit, GitOps', 'recipes'), item('Editors', 'editors'), item('Python', 'python'), item('Go', 'go'), item('Java', 'java'),
      ]),
      group('Reference', [
        item('Findings', 'rules/'), item('All constructs and topics', 'reference/'), item('Names in each language', 'reference/languages'),
        group('Pages', titles('reference').filter(([, link]) => link !== 'reference/languages').map(([title, link]) => item(title.replace(/: reference$/, ''), link)), true),
      ]),
      group('Explanation', [
        item('What to take when', 'compared'), item('How mistakes are found', 'validation'), item('One handle for all workloads', 'workload'), item('Architecture', 'architecture'),
        item('Limits', 'limits'), item('Agreement with API servers', 'agreement'), item('What it costs', 'benchmarks'), item('Files of strangers', 'security'),
      ]),
      group('Gallery', Object.entries(GALLERY).map(([section, examples]) => group(section, Object.keys(examples).map(name => item(name, `gallery/${name}`)), true)), true),
      group('The project', [item('Contributing', 'project/contributing'), item('Testing', 'testing'), item('Releases', 'releases'), item('Measured tables', 'measured-tables'), item('Security reports', 'project/security')], true),
    ],
  };
}
