/*
 * Makes volumes for the claims of a cluster of the harness. Started by it; ends with it.
 */
import { ApiClient } from '../harness/client';
import { provision } from '../harness/provisioner';

void provision(ApiClient.of(process.argv[2]));
