import sharp from 'sharp'
import { expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import { cleanPicture } from './clean-picture.ts'

it('decodes two pictures at once, queues twenty and refuses further ones', async () => {
  const picture = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#1890ff' } })
    .png()
    .toBuffer()
  const answers = await Promise.allSettled(Array.from({ length: 30 }, () => cleanPicture(picture, 'png')))
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []))
  expect(refused).toHaveLength(8)
  for (const error of refused) {
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({ code: 'request.too_many', retryAfterS: 5 })
  }
  // Finished calls released their places.
  expect(await cleanPicture(picture, 'png')).toBeInstanceOf(Buffer)
})
