import * as fs from 'fs';
import * as path from 'path';
import { Language, run } from './language';
import { cacheFolder } from '../../cluster/harness/paths';

const SOURCE = path.resolve(__dirname, '../python');

export const PYTHON: Language = {
  name: 'python',
  packages: ['.'],
  build: folder => {
    const environment = path.join(cacheFolder(), 'languages', 'python');
    const python = path.join(environment, 'bin', 'python');
    if (!fs.existsSync(python)) {
      run('python3', ['-m', 'venv', environment]);
    }
    const wheels = fs.readdirSync(folder).filter(file => file.endsWith('.whl')).map(file => path.join(folder, file));
    // The version stays the same between builds: without force pip keeps what it has.
    run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...wheels]);
    run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--force-reinstall', '--no-deps', ...wheels]);
    const runFile = (file: string, ...args: string[]) => run(python, [path.join(SOURCE, file), ...args]);
    return { synth: out => void runFile('synth.py', out), mistakes: () => runFile('mistakes.py'), testing: () => runFile('testing.py') };
  },
};
