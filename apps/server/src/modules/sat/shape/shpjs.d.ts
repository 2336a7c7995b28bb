/** The part of shpjs 6 we use; the package ships no types. */
declare module 'shpjs' {
  /** Geometries of a .shp; with the text of a .prj brought to WGS-84. */
  export function parseShp(
    shp: Uint8Array,
    prj?: string,
  ): readonly ({ readonly type: string; readonly coordinates: unknown } | null)[]
}
