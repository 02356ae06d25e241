import { deepStrictEqual } from "node:assert/strict";
import {
  boilerRoomErrors,
  readBoilerRoom,
  typedBoilerRoom,
} from "@/lib/domain/facilities/boiler_room_form.ts";

const ROOM = {
  name: "Chaufferie",
  code: "CH01",
  location: "Sous-sol",
  operator: "",
  tempMin: 5,
  tempMax: 35.5,
  humMin: null,
  humMax: 80,
};

Deno.test("readBoilerRoom() reads back what typedBoilerRoom() shows", () => {
  deepStrictEqual(readBoilerRoom(typedBoilerRoom(ROOM)), ROOM);
});

Deno.test("boilerRoomErrors() wants a name, bounds in range and in order", () => {
  const typed = typedBoilerRoom(ROOM);
  deepStrictEqual(boilerRoomErrors(typed), {});
  deepStrictEqual(boilerRoomErrors({ ...typed, name: " ", tempMin: "abc", humMax: "101" }), {
    name: { code: "required" },
    tempMin: { code: "number" },
    humMax: { code: "max", max: 100 },
  });
  deepStrictEqual(boilerRoomErrors({ ...typed, tempMin: "36", humMin: "80" }), {
    tempMax: { code: "min", min: 36 },
  });
});
