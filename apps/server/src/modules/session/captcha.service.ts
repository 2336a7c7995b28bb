import { randomInt } from 'node:crypto'
import { CAPTCHA_TTL_MS } from '@natim/contract/constants'
import sharp from 'sharp'
import svgCaptcha, { type ConfigObject } from 'svg-captcha'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { consumeCaptcha, keepOnlyIfRight, saveCaptcha } from './captcha.repository.ts'

// Without 0 O 1 I l: nobody should fail for a typeface.
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 4
// The package draws a given text when called itself; its types only know the variant that also chooses the text.
const drawCaptcha = svgCaptcha as unknown as (text: string, options: ConfigObject) => string
// Twice the 105 x 35 of the family, for dense screens; the picture is scaled by the page.
const WIDTH_PX = 210
const HEIGHT_PX = 70

/**
 * A picture for one sign-in attempt, as a data URL. Raster, because the paths of an SVG spell the code out
 * to any program that reads the answer.
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
 * Uses the picture up, whatever comes of the attempt (security §2).
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
 * Says whether an answer is right before it is used. A wrong one uses the picture up: no picture can be guessed at
 * twice.
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
