import { ERRORS, type ErrorCode } from '@natim/contract/errors'
import { describe, expect, it } from 'vitest'
import { AppError, errorDetailsOf, errorOf } from './errors.ts'

const CODES = Object.keys(ERRORS) as ErrorCode[]
/** Codes whose text is filled with other sentences; the catalogue has none of its own. */
const SPOKEN_BY_OTHERS: readonly ErrorCode[] = [
  'rule.branches',
  'suppression.span',
  'check_rule.failed',
  'menu.incomplete',
  'duty.shifts',
  'monReport.no_pdf',
  'sat.tle',
  'sat.area',
  'sat.window',
  'sat.shape',
  'wxProduct.warning',
]

describe('the error catalogue', () => {
  it('answers business failures with HTTP 200, and others with a status equal to their code', () => {
    const isConsistent = (code: ErrorCode) => {
      const { status, code: wireCode } = ERRORS[code]
      return status === 200 ? wireCode === 412 || wireCode === 500 : wireCode === status
    }
    expect(CODES.filter((code) => !isConsistent(code))).toEqual([])
  })

  it('has texts for users: in Chinese, without internal terms', () => {
    const texts = CODES.filter((code) => !SPOKEN_BY_OTHERS.includes(code)).map((code) => ERRORS[code].text)
    const isForPeople = (text: string) =>
      /[\u4e00-\u9fff]/.test(text) && !/sql|exception|null|undefined|stack/i.test(text)
    expect(texts.filter((text) => !isForPeople(text))).toEqual([])
    expect(texts.length).toBeGreaterThan(100)
  })

  it('contains 「密码错误」 after its first character, where clients look for it', () => {
    expect(ERRORS['login.failed'].text.indexOf('密码错误')).toBeGreaterThan(0)
  })

  it('contains Token失效 in the text of an invalid session', () => {
    expect(ERRORS['session.invalid'].text).toContain('Token失效')
  })

  it('keeps the cause for the log', () => {
    const cause = new Error('why')
    expect(new AppError('service.failed', { cause })).toMatchObject({
      cause,
      name: 'AppError',
      status: 500,
      wireCode: 500,
    })
  })
})

describe('a caught value', () => {
  it('gives the details Node and the database driver set', () => {
    const error = Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'sys_user_pkey' })
    expect(errorDetailsOf(error)).toMatchObject({
      code: '23505',
      constraint: 'sys_user_pkey',
      message: 'duplicate key',
    })
    expect(errorDetailsOf(new TypeError('x'))).toMatchObject({ name: 'TypeError', code: undefined })
  })

  it('may be anything: details of another type are ignored', () => {
    const nothing = { code: undefined, constraint: undefined, statusCode: undefined, name: undefined, message: '' }
    for (const caught of [{ code: 20, statusCode: '400' }, null, undefined, 'text'])
      expect(errorDetailsOf(caught)).toEqual(nothing)
  })

  it('is an error for callers that need one', () => {
    const error = new Error('x')
    expect(errorOf(error)).toBe(error)
    expect(errorOf('closed')).toMatchObject({ message: 'closed', cause: 'closed' })
  })
})
