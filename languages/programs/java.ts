import * as fs from 'fs';
import * as path from 'path';
import { GO } from './go';
import { Language, run } from './language';
import { ROOT } from '../../build-tools/examples';
import { cacheFolder } from '../../cluster/harness/paths';

const SOURCE = path.resolve(__dirname, '../java');

export const JAVA: Language = {
  name: 'java',
  packages: GO.packages,
  build: folder => {
    const source = path.join(folder, 'apps');
    fs.cpSync(SOURCE, source, { recursive: true });
    const [classes, file, repository] = [path.join(source, 'target', 'classes'), path.join(source, 'classpath'), path.join(cacheFolder(), 'languages', 'java')];
    // A package that was made again has the version of before: Maven would take the one that it keeps.
    ['io/github/cdk8s-ai-workloads', 'org/cdk8s', 'software/constructs'].forEach(group => fs.rmSync(path.join(repository, group), { recursive: true, force: true }));
    const { version } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
    run('mvn', [
      '--batch-mode', '--quiet', `-Dlibrary=${version}`, `-Dpackages=${folder}`, `-Dmaven.repo.local=${repository}`,
      `-Dmdep.outputFile=${file}`, 'compile', 'dependency:build-classpath',
    ], { cwd: source });
    const program = (argument: string) => run('java', ['-cp', [classes, fs.readFileSync(file, 'utf8')].join(path.delimiter), 'org.example.Main', argument]);
    return { synth: out => void program(out), mistakes: () => program('mistakes') };
  },
};
