/** Does the address of this page lead nowhere from another machine? */
export const isLocal = (): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);
