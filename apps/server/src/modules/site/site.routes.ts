import { openApiOf } from '@natim/contract/doc/openapi'
import { pick } from '@natim/contract/endpoint'
import { siteEndpoints } from '@natim/contract/system/site'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/db.ts'
import { implement } from '../../platform/http/implement.ts'
import { findFailedParts } from './site.repository.ts'

export interface SiteDeps {
  readonly config: Pick<
    Config,
    | 'apiPrefix'
    | 'networkName'
    | 'filingText'
    | 'filingUrl'
    | 'supportText'
    | 'captchaEnabled'
    | 'sms'
    | 'registrationEnabled'
    | 'thirdLogins'
  >
  readonly mqttPort: () => number | null
  readonly db: Db
}

/** Data of the login page, available without sign-in. */
export function registerSiteRoutes(app: FastifyInstance, { config, mqttPort, db }: SiteDeps): void {
  let description: object | undefined
  implement(app, pick(siteEndpoints, ['settings', 'openApi']), {
    settings: async () => ({
      networkName: config.networkName,
      filingText: config.filingText,
      filingUrl: config.filingUrl ?? null,
      supportText: config.supportText,
      captcha: config.captchaEnabled,
      smsLogin: config.sms !== 'off',
      registration: config.registrationEnabled && config.sms !== 'off',
      thirdLogins: config.thirdLogins.map(({ source, title }) => ({ source, title })),
      mqttPort: mqttPort(),
      demoLoadPercent: app.demoLoadPercent?.() ?? null,
      demoFailed: await findFailedParts(db),
    }),
    // Built on first request, after all routes are registered; they never change again.
    openApi: () => {
      description ??= openApiOf(app.served, { title: 'NATIM Console', version: '1', prefix: config.apiPrefix })
      return description as { openapi: string }
    },
  })
}
