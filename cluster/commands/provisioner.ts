/*
 * Makes volumes for the claims of a cluster that stays (`cluster:up`). Started by the harness; ends with the cluster.
 */
import { ApiClient } from '../harness/client';
import { Provisioner } from '../harness/provisioner';

new Provisioner(ApiClient.of(process.argv[2]), problem => process.stderr.write(`${problem}\n`));
// The provisioner does not keep a process alive.
setInterval(() => undefined, 2 ** 30);
