import { randomBytes } from 'node:crypto'
import { type Config, loadConfig } from '../../apps/server/src/platform/config.ts'

interface Given {
  readonly connectionString: string
  readonly dataDir: string
  /** Password of the first account, for signing in. */
  readonly password?: string
}

/** A server with nothing but the measured part: no demonstration, no devices, no jobs. */
export const benchConfig = ({ connectionString, dataDir, password }: Given): Config =>
  loadConfig({
    DATABASE_URL: connectionString,
    DATA_DIR: dataDir,
    ROLE: 'web',
    PORT: '0',
    MQTT_PORT: '0',
    DEMO: 'off',
    CAPTCHA: 'off',
    ADMIN_PASSWORD: password ?? randomBytes(12).toString('base64url'),
    LOG_LEVEL: 'warn',
  })
