"""Every case of every file against its known result, as a script that reads the JSON would see it."""

import json

import rig


def files():
    found = sorted(rig.DATA.glob("msm/*.json")) + sorted(rig.DATA.glob("small/msm_*.json"))
    found += sorted(rig.DATA.glob("bugs/*_g1.json")) + sorted(rig.DATA.glob("bugs/*_indexed.json"))
    return found


class CasesTest(rig.Test):
    def check_file(self, path, backend, algorithm, limit):
        """Returns how many results were compared."""
        content = json.loads(path.read_text())
        arguments = ["msm", "--cases", path, "--json", "--backend", backend, "--algorithm", algorithm]
        limit = min(filter(None, (limit, rig.max_n())), default=0)
        if limit:
            arguments += ["--max-n", limit]
        result = rig.quiver(*arguments)
        expected = [case for case in content["cases"] if not limit or case["n"] <= limit]
        objects = result.objects()
        self.assertEqual([o["name"] for o in objects], [case["name"] for case in expected], result.err)

        if not expected:
            return 0
        one_word = int(content["field_modulus"], 16) < 2**64
        if one_word and backend != "portable":
            self.assertEqual(result.code, 5)
            self.assertTrue(all(o["error"] and "result" not in o for o in objects))
            return 0
        self.assertEqual(result.code, 0, result.err)
        for o, case in zip(objects, expected):
            with self.subTest(file=path.name, case=case["name"], backend=backend):
                self.assertNotIn("error", o)
                self.assertEqual(o["result"], case["result"])
                self.assertEqual(o["curve"], content["curve"])
                self.assertEqual(o["group"], content["group"])
                self.assertEqual(o["backend"], backend)
        return len(objects)
