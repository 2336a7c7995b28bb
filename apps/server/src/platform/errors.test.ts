import { ERRORS, type ErrorCode } from '@natim/contract/errors'
import { describe, expect, it } from 'vitest'
import { AppError } from './errors.ts'

const CODES = Object.keys(ERRORS) as ErrorCode[]
/** Sentences an administrator wrote, of which we keep none. */
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

describe('错误表', () => {
  it('业务失败是 HTTP 200，其余状态与代码一致', () => {
    const isConsistent = (code: ErrorCode) => {
      const { status, code: wireCode } = ERRORS[code]
      return status === 200 ? wireCode === 412 || wireCode === 500 : wireCode === status
    }
    expect(CODES.filter((code) => !isConsistent(code))).toEqual([])
  })

  it('文字给人看：中文，不含内部用语', () => {
    const texts = CODES.filter((code) => !SPOKEN_BY_OTHERS.includes(code)).map((code) => ERRORS[code].text)
    const isForPeople = (text: string) =>
      /[\u4e00-\u9fff]/.test(text) && !/sql|exception|null|undefined|stack/i.test(text)
    expect(texts.filter((text) => !isForPeople(text))).toEqual([])
    expect(texts.length).toBeGreaterThan(100)
  })

  it('客户端在首字之后找「密码错误」', () => {
    expect(ERRORS['login.failed'].text.indexOf('密码错误')).toBeGreaterThan(0)
  })

  it('会话失效的文字含 Token失效', () => {
    expect(ERRORS['session.invalid'].text).toContain('Token失效')
  })

  it('保留原因，供日志用', () => {
    const cause = new Error('why')
    expect(new AppError('service.failed', { cause })).toMatchObject({
      cause,
      name: 'AppError',
      status: 500,
      wireCode: 500,
    })
  })
})
