import { randomInt } from 'node:crypto'
import { CAPTCHA_TTL_MS } from '@natim/contract/constants'
import sharp from 'sharp'
import svgCaptcha, { type ConfigObject } from 'svg-captcha'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { consumeCaptcha, keepOnlyIfRight, saveCaptcha } from './captcha.repository.ts'

// Without the ambiguous characters 0 O 1 I l.
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 4
// Called itself, the package draws a given text; its types only declare the variant that also chooses the text.
const drawCaptcha = svgCaptcha as unknown as (text: string, options: ConfigObject) => string
// Twice the usual 105 x 35, for high-density screens; the page scales the picture.
const WIDTH_PX = 210
const HEIGHT_PX = 70

/**
 * A picture for one sign-in attempt, as a data URL. Raster, because the paths of an SVG would reveal the code to a
 * program.
 */
export async function createCaptcha(db: Db, key: string, nowMs: number): Promise<string> {
  const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  await saveCaptcha(db, { key, code, expiresAt: new Date(nowMs + CAPTCHA_TTL_MS) })
  const svg = drawCaptcha(code, {
    width: WIDTH_PX,
    height: HEIGHT_PX,
    fontSize: 76,
    noise: 2,
    color: false,
    background: '#eef4fb',
  })
  const png = await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}

/**
 * Consumes the captcha, whatever the outcome of the attempt (security §2).
 *
 * @throws AppError login.captcha_missing, login.captcha_wrong
 */
export async function checkCaptcha(
  db: Db,
  key: string | undefined,
  answer: string | undefined,
  nowMs: number,
): Promise<void> {
  if (!answer || !key) throw new AppError('login.captcha_missing')
  const row = await consumeCaptcha(db, key)
  const isRight = row !== undefined && row.expiresAt.getTime() > nowMs && row.code === answer.toUpperCase()
  if (!isRight) throw new AppError('login.captcha_wrong')
}

/**
 * Checks an answer before it is used. A wrong one consumes the captcha, so that none can be guessed twice.
 *
 * @throws AppError login.captcha_missing, login.captcha_wrong
 */
export async function probeCaptcha(
  db: Db,
  key: string | undefined,
  answer: string | undefined,
  nowMs: number,
): Promise<void> {
  if (!answer || !key) throw new AppError('login.captcha_missing')
  const isRight = await keepOnlyIfRight(db, key, answer.toUpperCase(), new Date(nowMs))
  if (!isRight) throw new AppError('login.captcha_wrong')
}
