// Started by `npm run citus`: creates an empty, distributed database `natim` and prints how to use it.
import { createDistributedTemplate } from '../../apps/server/src/testing/citus.ts'
import { databaseUrl } from '../../apps/server/src/testing/database-url.ts'

await createDistributedTemplate('natim')
const url = databaseUrl(process.env['DATABASE_URL'] ?? '', 'natim')
process.stdout.write(
  `\nA Citus cluster of a coordinator and two workers runs until Ctrl-C:\n\n  DATABASE_URL='${url}' npm start\n\n`,
)
