import { expect, it } from 'vitest'
import { maskedEmail, maskedPhone } from './masked.ts'

it.each([
  ['13800002761', '138****2761'],
  ['1380', '1****'],
])('masks the middle of a number: %s', (phone, shown) => expect(maskedPhone(phone)).toBe(shown))

it.each([
  ['zhouhn@natim.cn', 'z****@natim.cn'],
  ['no-address', 'n****'],
])('masks the name of an address: %s', (email, shown) => expect(maskedEmail(email)).toBe(shown))
