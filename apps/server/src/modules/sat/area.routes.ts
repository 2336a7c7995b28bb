import { SHAPE_MAX_BYTES, satAreaEndpoints } from '@natim/contract/mon/sat'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { implement } from '../../platform/http/implement.ts'
import { readForm } from '../../platform/http/multipart.ts'
import { readShape } from './shape/read-shape.ts'

/** Register in a scope that accepts multipart bodies. */
export function registerSatAreaRoutes(scope: FastifyInstance): void {
  implement(scope, satAreaEndpoints, {
    async readShape({ ctx: { request } }) {
      const { files } = await readForm(request, 1)
      const [file] = files
      if (file === undefined) throw new AppError('file.none')
      if (file.bytes.length > SHAPE_MAX_BYTES)
        throw new AppError('file.too_large', { data: { max: SHAPE_MAX_BYTES / 1024 / 1024 } })
      const { area, shapes } = await readShape(file.bytes)
      return { area: plain(area), shapes }
    },
  })
}

type Area = Awaited<ReturnType<typeof readShape>>['area']

/** Copies to mutable arrays, as the contract requires. */
const plain = (area: Area) =>
  area.type === 'Polygon'
    ? { type: area.type, coordinates: area.coordinates.map(ringOf) }
    : { type: area.type, coordinates: area.coordinates.map((rings) => rings.map(ringOf)) }
const ringOf = (ring: readonly (readonly [number, number])[]) => ring.map(([lng, lat]): [number, number] => [lng, lat])
