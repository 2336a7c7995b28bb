/** Everything that is measured at a station. */
export const stationPath = (id: string): string => `/mon/station/detail/${id}`
