import { describe, expect, it } from 'vitest'
import { maskSecrets, maskSecretsInText } from './mask-secrets.ts'

describe('maskSecretsInText', () => {
  it.each([
    ['/a?x=1&token=abc&y=2#top', '/a?x=1&token=[redacted]&y=2#top'],
    ['/a?access_token=abc', '/a?access_token=[redacted]'],
    ['/a?Password=abc', '/a?Password=[redacted]'],
    ['mqtt://user:pw@host:1883', 'mqtt://user:[redacted]@host:1883'],
    [
      '/u/passwordChange?username=a&password=b&smscode=1',
      '/u/passwordChange?username=a&password=[redacted]&smscode=[redacted]',
    ],
    ['/t/callback?code=c&state=s&orgCode=A01', '/t/callback?code=[redacted]&state=[redacted]&orgCode=A01'],
    ['/sys/thirdLogin/getLoginUser/abc/stub', '/sys/thirdLogin/getLoginUser/[redacted]/stub'],
    ['/a?page=1&name=token', '/a?page=1&name=token'],
    ['plain text', 'plain text'],
    ['?subjectCode=B-7K2Q8M3XTD&open=true', '?subjectCode=B-7K2Q****TD&open=true'],
    ['AB-7K2Q8M3XTD and B-7K2Q8M3XTDX', 'AB-7K2Q8M3XTD and B-7K2Q8M3XTDX'],
  ])('%s', (text, masked) => {
    expect(maskSecretsInText(text)).toBe(masked)
  })
})

describe('maskSecrets', () => {
  it('recognises a key in every spelling', () => {
    const masked = { 'X-Access-Token': '[redacted]', access_token: '[redacted]', accessToken: '[redacted]' }
    expect(maskSecrets({ 'X-Access-Token': 'a', access_token: 'b', accessToken: 'c' })).toEqual(masked)
  })

  it('leaves keys alone that merely contain a secret word', () => {
    expect(maskSecrets({ tokenCount: 3, passwordChangedAt: 1 })).toEqual({ tokenCount: 3, passwordChangedAt: 1 })
  })

  it('does not modify the given object', () => {
    const body = { password: 'S3CRET' }
    maskSecrets({ body })
    expect(body.password).toBe('S3CRET')
  })

  it('cuts nesting beyond six levels, including cycles', () => {
    const loop: Record<string, unknown> = {}
    loop['self'] = loop
    expect(JSON.stringify(maskSecrets(loop))).toContain('[cut]')
  })

  it('passes instances such as dates unchanged', () => {
    const at = new Date(0)
    expect(maskSecrets({ at })).toEqual({ at })
  })
})
