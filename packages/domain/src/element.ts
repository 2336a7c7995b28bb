/**
 * The element read from an array at an index known to be inside, `element(points.tsMs[i])`: columns of points are equally
 * long, so the index of one fits all. The caller reads the element itself: a shared `at(column, i)` would see every kind
 * of array, and such a read is ten times slower in the loops of ingest, alarms and series.
 *
 * @throws RangeError beyond the end: the columns differ in length
 */
export function element<T>(read: T | undefined): T {
  if (read === undefined) throw new RangeError('Read beyond the end of an array')
  return read
}
