/* Starts an API server, prints where its run is kept, and waits to be killed. */
import { startApiServer } from '../../harness/api-server';

void startApiServer({ minor: '1.36', crds: false }).then(({ folder, client }) => {
  process.stdout.write(`${JSON.stringify({ folder, url: client.endpoint.url })}\n`);
  setInterval(() => undefined, 1000);
});
