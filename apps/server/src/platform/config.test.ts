import { describe, expect, it } from 'vitest'
import { CONFIG_DOC, loadConfig } from './config.ts'

const problemsOf = (env: Readonly<Record<string, string | undefined>>): string => {
  try {
    loadConfig(env)
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

describe('loadConfig', () => {
  it('starts with the documented defaults in an empty environment', () => {
    expect(loadConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      apiPrefix: '/jeecg-boot',
      mqttPort: 1883,
      mqttHost: '127.0.0.1',
      role: 'all',
      captchaEnabled: true,
      demoEnabled: true,
      demoRawHours: 25,
      correctionDelayMs: 30_000,
      logLevel: 'info',
      metricsPort: undefined,
      corsOrigins: [],
      trustedProxies: [],
      networkName: '全国空气毒性与感染监测网络',
      warnings: [],
    })
  })

  it('makes DATA_DIR absolute', () => {
    expect(loadConfig({ DATA_DIR: 'x/y' }).dataDir).toBe(`${process.cwd()}/x/y`)
  })

  it('treats an empty variable as absent', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: ' ', ADMIN_PASSWORD: '' })).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
      adminPassword: undefined,
    })
  })

  it('binds the broker to HOST unless configured otherwise', () => {
    expect(loadConfig({ HOST: '0.0.0.0' }).mqttHost).toBe('0.0.0.0')
    expect(loadConfig({ HOST: '0.0.0.0', MQTT_HOST: '10.1.2.3' }).mqttHost).toBe('10.1.2.3')
  })

  it('treats / as an API prefix at the root', () => {
    expect(loadConfig({ API_PREFIX: '/' }).apiPrefix).toBe('')
  })

  it('splits lists and drops blanks', () => {
    const config = loadConfig({
      CORS_ORIGINS: 'https://a.example, http://b.example:8080,',
      TRUSTED_PROXIES: '10.0.0.0/8,::1',
    })
    expect(config.corsOrigins).toEqual(['https://a.example', 'http://b.example:8080'])
    expect(config.trustedProxies).toEqual(['10.0.0.0/8', '::1'])
  })

  it('accepts a database URL over a socket, which has no host', () => {
    const url = 'postgresql://user:pw@/natim?host=/run/postgresql'
    expect(loadConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
  })

  it.each([
    { PORT: '65536' },
    { PORT: '-1' },
    { PORT: '80a' },
    { METRICS_PORT: 'x' },
    { DATABASE_URL: 'mysql://x/y' },
    { MQTT_URL: 'http://x' },
    { NATS_URL: 'x:4222' },
    { API_PREFIX: 'jeecg' },
    { API_PREFIX: '/a/' },
    { ROLE: 'worker' },
    { CAPTCHA: 'no' },
    { DEMO: '1' },
    { DEMO_RAW_HOURS: '5' },
    { DEMO_RAW_HOURS: '26' },
    { CORRECTION_DELAY_S: '0' },
    { CORRECTION_DELAY_S: '61' },
    { KEEP_RAW_DAYS: '0' },
    { KEEP_RAW_DAYS: '401' },
    { KEEP_MINUTES_DAYS: '89' },
    { KEEP_HOURS_DAYS: '399' },
    { KEEP_RECORDS_DAYS: 'ever' },
    { LOG_LEVEL: 'loud' },
    { ADMIN_PASSWORD: 'short' },
    { CORS_ORIGINS: 'https://a.example/path' },
    { CORS_ORIGINS: '*' },
    { LINK_HOSTS: 'https://www.example.org' },
    { LINK_HOSTS: '*.example.org/x' },
    { TRUSTED_PROXIES: '10.0.0.0/33' },
    { TRUSTED_PROXIES: 'proxy.local' },
    { SIGN_SECRET: 'x' },
  ])('refuses %o and names the variable', (env) => {
    expect(problemsOf(env)).toContain(Object.keys(env)[0])
  })

  const provider = {
    source: 'stub',
    title: '统一身份',
    clientId: 'id',
    clientSecret: 'hunter2',
    authorizeUrl: 'https://idp.example/authorize',
    tokenUrl: 'https://idp.example/token',
    userInfoUrl: 'https://idp.example/me',
  }

  it('reads identity providers, with the OpenID Connect scope by default', () => {
    const { thirdLogins } = loadConfig({ THIRD_LOGIN: JSON.stringify([provider]) })
    expect(thirdLogins).toEqual([{ ...provider, scope: 'openid profile' }])
  })

  it.each([
    ['no JSON', '{'],
    ['no array', JSON.stringify(provider)],
    ['a source twice', JSON.stringify([provider, provider])],
    ['a source with a slash', JSON.stringify([{ ...provider, source: 'a/b' }])],
    ['an address of another scheme', JSON.stringify([{ ...provider, tokenUrl: 'file:///etc/passwd' }])],
    ['an unknown key', JSON.stringify([{ ...provider, clientsecret: 'x' }])],
  ])('refuses %s as THIRD_LOGIN without repeating it', (_name, value) => {
    const message = problemsOf({ THIRD_LOGIN: value })
    expect(message).toContain('THIRD_LOGIN')
    expect(message).not.toContain('hunter2')
  })

  it('refuses SMS=http without an address, and addresses with credentials', () => {
    expect(problemsOf({ SMS: 'http' })).toContain('SMS_URL')
    expect(loadConfig({ SMS: 'http', SMS_URL: 'https://sms.example/send/' }).smsUrl).toBe('https://sms.example/send')
    expect(problemsOf({ CAS_URL: 'https://u:hunter2@sso.example' })).toContain('CAS_URL')
    expect(problemsOf({ PUBLIC_URL: 'https://console.example/?x=1' })).toContain('PUBLIC_URL')
  })

  it('lists all errors at once', () => {
    const message = problemsOf({ PORT: 'x', ROLE: 'y', DEMO: 'z' })
    expect(message).toContain('3 fault(s)')
    expect(message).toMatch(/PORT[\s\S]*ROLE[\s\S]*DEMO/)
  })

  it('never repeats a secret in its message', () => {
    expect(problemsOf({ ADMIN_PASSWORD: 'hunter2', DATABASE_URL: 'mysql://u:hunter2@x/y' })).not.toContain('hunter2')
  })

  it.each(['127.0.0.1', '127.8.8.8', '::1', 'localhost'])('allows CAPTCHA off on %s, with a warning', (host) => {
    const config = loadConfig({ CAPTCHA: 'off', HOST: host })
    expect(config.captchaEnabled).toBe(false)
    expect(config.warnings.join()).toContain('CAPTCHA')
  })

  it.each(['0.0.0.0', '::', '192.168.1.5', '127.0.0.1.example.org'])('refuses CAPTCHA off on %s', (host) => {
    expect(problemsOf({ CAPTCHA: 'off', HOST: host })).toContain('CAPTCHA')
  })

  it.each(['0.0.0.0', '::', '192.168.1.5'])('refuses SMS=log on %s unless it is confirmed', (host) => {
    expect(problemsOf({ SMS: 'log', HOST: host })).toMatch(/SMS=log.*SMS_LOG_PUBLIC/)
    const told = loadConfig({ SMS: 'log', HOST: host, SMS_LOG_PUBLIC: 'on' })
    expect(told.sms).toBe('log')
    expect(told.warnings.join()).toContain('SMS=log')
  })

  it('by default sends no codes on a public HOST, with a warning, and logs them on loopback', () => {
    const open = loadConfig({ HOST: '0.0.0.0' })
    expect(open.sms).toBe('off')
    expect(open.warnings.join()).toContain('SMS is off')
    expect(loadConfig({ HOST: '0.0.0.0', SMS: 'http', SMS_URL: 'https://sms.example' })).toMatchObject({
      sms: 'http',
      warnings: [],
    })
    expect(loadConfig({}).sms).toBe('log')
    expect(loadConfig({ SMS: 'log', HOST: '127.0.0.1' }).warnings).toEqual([])
  })

  it('refuses a split role on the embedded database', () => {
    expect(problemsOf({ ROLE: 'web' })).toContain('DATABASE_URL')
    expect(loadConfig({ ROLE: 'web', DATABASE_URL: 'postgres://db/natim' }).role).toBe('web')
  })

  it('is immutable', () => {
    const config = loadConfig({ CORS_ORIGINS: 'https://a.example' })
    expect(Object.isFrozen(config)).toBe(true)
    expect(Object.isFrozen(config.corsOrigins)).toBe(true)
  })
})

describe('.env.example', () => {
  it('lists exactly the variables of the server, with their defaults', async () => {
    const entries = CONFIG_DOC.map((row) => `# ${row.text}\n# ${row.name}=${row.default}`)
    const content = `# Copy to .env and uncomment what you change; \`npm start\` reads it. The environment wins over the file.\n\n${entries.join('\n\n')}\n`
    await expect(content).toMatchFileSnapshot('../../../../.env.example')
  })
})
