import * as fs from 'fs';
import * as path from 'path';
import { parse } from 'yaml';

/** Metadata and spec, of a pod or of a template. */
export interface Sample {
  readonly name: string;
  readonly metadata: any;
  readonly spec: any;
}

const FOLDER = path.join(__dirname, 'samples');

/** Pods that use every field that the API server's validation of pods knows. Each is valid at every minor, as a pod and as a template. */
export const SAMPLES: readonly Sample[] = fs.readdirSync(FOLDER).sort()
  .map(file => ({ name: path.basename(file, '.yaml'), ...parse(fs.readFileSync(path.join(FOLDER, file), 'utf8')) }));
