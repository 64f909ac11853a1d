import { expect, test } from 'vitest';
import { imageSizeOf } from '../../electron/host/artifacts/image-size.ts';
import { headerTypes, imageHeaders } from '../support/image-headers.ts';

test.each(headerTypes)('the size of an image as %s is read from its header alone', (type) => {
  expect(imageSizeOf(type, imageHeaders[type](640, 480))).toEqual({ width: 640, height: 480 });
});

test.each<[string, Buffer]>([
  ['lossy', Buffer.concat([Buffer.from('RIFF....WEBPVP8 ..........'), Buffer.from('8002e001', 'hex')])],
  ['without loss', Buffer.concat([Buffer.from('RIFF....WEBPVP8L.....'), Buffer.from([0x7f, 0xc2, 0x77, 0x00])])],
])('a WebP image that is kept %s has its size elsewhere', (_kind, bytes) => {
  expect(imageSizeOf('image/webp', bytes)).toEqual({ width: 640, height: 480 });
});

test.each<[string, Buffer]>([
  ['image/jpeg', Buffer.from('ffd8ffd9', 'hex')],
  ['image/jpeg', Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.from('ffe00002'.repeat(1000), 'hex')])],
  ['image/jpeg', Buffer.from('ffd8ffe00000', 'hex')],
  ['image/png', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIDAT\0\0\0\x01\0\0\0\x01', 'latin1')],
  ['image/png', imageHeaders['image/png'](0, 7)],
  ['image/webp', Buffer.from('RIFF....WEBPALPH................')],
  ['image/bmp', Buffer.alloc(100)],
])('%s that does not say how large it is has no size', (type, bytes) => {
  expect(imageSizeOf(type, bytes)).toBeNull();
});
