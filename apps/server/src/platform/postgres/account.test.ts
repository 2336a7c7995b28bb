import { expect, it } from 'vitest'
import { parsePasswd } from './account.ts'

it('reads names and numbers, and leaves out what is no account', () => {
  const text = 'root:x:0:0:root:/root:/bin/bash\n\n# comment\n+::::::\nnobody:x:65534:65533::/:/sbin/nologin\n'
  expect(parsePasswd(text)).toEqual([
    { name: 'root', uid: 0, gid: 0 },
    { name: 'nobody', uid: 65_534, gid: 65_533 },
  ])
})
