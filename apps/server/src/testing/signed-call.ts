import { signatureOf } from '@natim/domain/signature'
import type { Answer, TestApp } from './build-app.ts'

const SECRET = 'dd05f1c54d63749eda95f9fa6d49v442a'

/** A signed GET as sent by a client of the family; `path` is already encoded. */
export function signedGet(
  server: Pick<TestApp, 'call'>,
  path: string,
  token: string,
  query: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const search = new URLSearchParams(query).toString()
  return server.call('GET', search === '' ? path : `${path}?${search}`, {
    token,
    headers: {
      'x-sign': signatureOf({ url: path, parameters: query }, SECRET),
      'x-timestamp': String(Date.now()),
    },
  })
}
