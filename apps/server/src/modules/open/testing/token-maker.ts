import type { TokenForm } from '@natim/contract/mon/api-token'
import type { TestApp } from '../../../testing/build-app.ts'

/** All scopes of the raw publication. */
const form = (given: Partial<TokenForm>): TokenForm => ({
  name: '第三方',
  publicationId: 'pub-raw',
  scopes: ['stations', 'latest', 'hour', 'day', 'aqi', 'alarms'],
  regionPrefixes: [],
  ratePerMin: 6000,
  days: 30,
  ...given,
})

/** Creates API tokens as the console does. */
export function createTokenMaker(server: TestApp, admin: string) {
  const add = async (given: Partial<TokenForm> = {}, as = admin) =>
    (await server.call('POST', '/mon/token/add', { token: as, body: form(given) })).body as {
      success: boolean
      message: string
      result: { id: string; token: string }
    }
  return { add, tokenOf: async (given: Partial<TokenForm> = {}, as = admin) => (await add(given, as)).result.token }
}
