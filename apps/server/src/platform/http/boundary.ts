import { readFileSync, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'

/** A custom boundary of the installation, in the format the console's map reads. */
export interface OwnBoundary {
  readonly provinces: string
  readonly meta: string
}

/** Files of the built console that it replaces. */
export const BOUNDARY_FILES = ['geo/china-provinces.json', 'geo/meta.json'] as const

const MAX_BYTES = 20_000_000

const position = z.array(z.number()).min(2)
const ring = z.array(position).min(4)
const degrees = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])

/** Input as surveyors deliver it: polygons beside multi-polygons, numeric codes, the center under several names. */
const feature = z
  .object({
    type: z.literal('Feature'),
    properties: z.object({
      adcode: z.union([z.string(), z.number()]).transform(String),
      name: z.string(),
      kind: z.enum(['province', 'islands', 'dash-line']).default('province'),
      cp: degrees.optional(),
      center: degrees.optional(),
      centroid: degrees.optional(),
    }),
    geometry: z.union([
      z.object({ type: z.literal('Polygon'), coordinates: z.array(ring).min(1) }),
      z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(ring).min(1)).min(1) }),
    ]),
  })
  .transform(({ properties: { adcode, name, kind, ...middle }, geometry }, context) => {
    const cp = middle.cp ?? middle.center ?? middle.centroid
    if (cp === undefined) {
      context.addIssue({ code: 'custom', message: `${name || adcode} has no cp, center or centroid` })
      return z.NEVER
    }
    const coordinates = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
    return {
      type: 'Feature' as const,
      properties: { adcode, name, kind, cp },
      geometry: { type: 'MultiPolygon' as const, coordinates },
    }
  })

const collection = z.object({ type: z.literal('FeatureCollection'), features: z.array(feature).min(1) })

export interface BoundarySettings {
  readonly dataDir: string
  /** GeoJSON file; a relative path starts at `dataDir`. */
  readonly mapBoundaryFile: string | undefined
  /** 审图号 of that file. */
  readonly mapApprovalNo: string | undefined
}

/**
 * The custom boundary of this installation with its approval number; undefined = the built-in one. File and number are
 * valid together only: otherwise an unapproved file would show a number, or the built-in outline a foreign one.
 *
 * @param complain called with what is wrong; the built-in boundary is used then
 */
export function readOwnBoundary(
  { dataDir, mapBoundaryFile, mapApprovalNo }: BoundarySettings,
  complain: (reason: string) => void,
): OwnBoundary | undefined {
  if (mapBoundaryFile === undefined && mapApprovalNo === undefined) return undefined
  if (mapBoundaryFile === undefined || mapApprovalNo === undefined) {
    complain(`${mapBoundaryFile === undefined ? 'MAP_BOUNDARY_FILE' : 'MAP_APPROVAL_NO'} is missing: both go together`)
    return undefined
  }
  try {
    const path = isAbsolute(mapBoundaryFile) ? mapBoundaryFile : join(dataDir, mapBoundaryFile)
    if (statSync(path).size > MAX_BYTES) throw new Error('the file is larger than 20 MB')
    const parsed = collection.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    if (!parsed.success) throw new Error(faultOf(parsed.error))
    return {
      provinces: JSON.stringify(parsed.data),
      meta: JSON.stringify({ approvalNo: mapApprovalNo, missingText: '' }),
    }
  } catch (error) {
    complain(`MAP_BOUNDARY_FILE cannot be used: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
}

function faultOf({ issues: [issue] }: z.ZodError): string {
  const where = issue?.path.join('.') ?? ''
  return `${where === '' ? 'the file' : where}: ${issue?.message ?? 'is no boundary'}`
}
