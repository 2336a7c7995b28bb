import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

/**
 * What is run on every PostgreSQL we support, and not on the embedded one alone: whatever sends SQL that another version
 * may refuse, plan or answer differently. Migrations and seeds, SQL made at run time (lists, conditions, data rules,
 * reports), writers by COPY and `on conflict`, partitions, rollups, row security, triggers, locks, codes of errors.
 * Rights, sockets, sheets, brokers and plain reads through the same repositories are not, nor every resource by the same
 * statements as the first one. A folder ends with a slash.
 *
 * `vitest run --config vitest.postgres.config.ts`, with TEST_DATABASE_URL.
 */
const PLACES = [
  'src/db/',
  'src/modules/audit/',
  'src/modules/device-status/',
  'src/modules/device/device-list.test.ts',
  'src/modules/dict/condition.test.ts',
  'src/modules/home/figures.test.ts',
  'src/modules/ingest/maintenance/',
  'src/modules/ingest/write/',
  'src/modules/job/job.test.ts',
  'src/modules/live/network.test.ts',
  'src/modules/log/',
  'src/modules/overview/overview.service.test.ts',
  'src/modules/permission/data-rule.routes.test.ts',
  'src/modules/permission/rights.test.ts',
  'src/modules/resource/resource.test.ts',
  'src/modules/report/',
  'src/modules/rollup/',
  'src/modules/sample/',
  'src/modules/tenant/isolation.test.ts',
  'src/modules/timeseries/',
  'src/platform/audit.test.ts',
  'src/platform/data-rules/',
  'src/platform/db/',
  'src/platform/http/error-handler.test.ts',
  'src/platform/journal.test.ts',
  'src/platform/list/',
  'src/platform/scope.test.ts',
  'src/testing/database.test.ts',
  'src/testing/list-order.test.ts',
  'src/testing/lists.test.ts',
  'src/testing/outage.test.ts',
]

// oxlint-disable-next-line import/no-default-export -- vitest takes its configuration from there
export default defineConfig({
  ...base,
  test: { ...base.test, include: PLACES.map((place) => (place.endsWith('/') ? `${place}**/*.test.ts` : place)) },
})
