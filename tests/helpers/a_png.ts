/** A PNG of 48 by 48 pixels. */
export const A_PNG: Uint8Array<ArrayBuffer> = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAADAAAAAwCAIAAADYYG7QAAAAp0lEQVR42u3ZuQ2AQAxE0cmpjxroXwJiUsQl" +
    "w/qYFSO5gBet7L9Y1plqIFAMaBgny4SDjI4WGaIpb1lI0xhNyNRYTMikWFgo0TyYOgElaO5MKNRcmlCrOZu4" +
    "QSWag0kgO6hQszcJ5AJy3FAFEkgggb4+jNGaHkDRJv/1gw7UYvq4oAWZMpb8uIzUdJe5dIEOL1fFhk77EGNB" +
    "I22MjBWWsVOTlvw/fr5s75NMiSq3oUIAAAAASUVORK5CYII=",
);
