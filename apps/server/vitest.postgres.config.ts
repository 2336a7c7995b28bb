import { defineConfig } from 'vitest/config'
import { ON_EVERY_POSTGRES } from './src/testing/on-every-postgres.ts'
import base from './vitest.config.ts'

/** A part of the tests, for a second version of PostgreSQL: `vitest run --config vitest.postgres.config.ts`. */
// oxlint-disable-next-line import/no-default-export -- vitest takes its configuration from there
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ON_EVERY_POSTGRES.map((place) => (place.endsWith('/') ? `${place}**/*.test.ts` : place)),
  },
})
